/**
 * Bounds what HTTP requests hold together: bytes of their bodies, calls that they brought.
 * @module
 */

/** Room for so much of something; each request leaves its part when it is over. */
export class HttpRoom {
  readonly #parts = new Map<Request, number>();
  #taken = 0;

  /** @param most of it that is held at once */
  constructor(readonly most: number) {}

  /** What all hold together. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether there was room for `part` of it, all that `request` holds by now. */
  take(request: Request, part: number): boolean {
    if (part <= 0) return true;
    const taken = this.#taken + part - (this.#parts.get(request) ?? 0);
    if (taken > this.most) return false;
    this.#parts.set(request, part);
    this.#taken = taken;
    return true;
  }

  /** The request is over. */
  leave(request: Request): void {
    this.#taken -= this.#parts.get(request) ?? 0;
    this.#parts.delete(request);
  }
}
