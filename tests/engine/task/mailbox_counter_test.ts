import { assertEquals } from "@std/assert";
import { MailboxCounter } from "../../../src/engine/task/mailbox_counter.ts";

Deno.test("a message is unread from its sending to its receipt, also when the count overflows", () => {
  const sender = new MailboxCounter(MailboxCounter.createShared());
  for (const before of [0, 2 ** 31 - 2]) {
    sender.sentCount[0] = before;
    const receiver = new MailboxCounter(sender.sentCount, before), seen: boolean[] = [];
    for (let message = 0; message < 3; message++) sender.countSent();
    for (let message = 0; message < 3; message++) {
      seen.push(receiver.hasUnread);
      receiver.countReceived();
    }
    assertEquals([...seen, receiver.hasUnread], [true, true, true, false]);
  }
});
