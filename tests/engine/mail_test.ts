/**
 * What one thread can tell of what others have sent it.
 * @module
 */
import { assertEquals } from "@std/assert";
import { CountedMail } from "../../src/engine/mail.ts";

Deno.test("a message waits from when it is sent until it is heard, beyond the largest count as well", () => {
  const sender = new CountedMail(CountedMail.shared());
  for (const before of [0, 2 ** 31 - 2]) {
    sender.sent[0] = before;
    const receiver = new CountedMail(sender.sent, before), seen: boolean[] = [];
    for (let message = 0; message < 3; message++) sender.send();
    for (let message = 0; message < 3; message++) {
      seen.push(receiver.waits);
      receiver.hear();
    }
    assertEquals([...seen, receiver.waits], [true, true, true, false]);
  }
});
