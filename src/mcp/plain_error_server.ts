/**
 * An SDK server that reports invalid params in words and with the right error code. The SDK itself reports the JSON of all
 * schema issues, mostly as an internal error.
 * @module
 */
import {
  type Implementation,
  type JSONRPCRequest,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { isWellFormed, wellFormed } from "../format/well_formed.ts";
import { argumentsError, paramsError, wellFormedError } from "./protocol_errors.ts";
import type { Service } from "./service.ts";

/** Handles a request. */
type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK's server with reworded errors. */
export class PlainErrorServer extends Server {
  constructor(readonly service: Service, about: Implementation, options: ServerOptions) {
    super(about, options);
  }

  /** Called by the SDK for every handler, including its own. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      const isPlain = isWellFormed(request.params);
      try {
        if (method === "tools/call") refuseArguments(request, this.service);
        const result = await wrapped(request, context);
        return isPlain ? result : wellFormed(result);
      } catch (error) {
        const worded = paramsError(error, method) ?? error;
        throw isPlain ? worded : wellFormedError(worded);
      }
    };
  }
}

/** Throws if a call's arguments are not an object. The SDK would refuse them before the tool can. */
function refuseArguments({ params = {} }: JSONRPCRequest, { tools, lang }: Service): void {
  const { name, arguments: args } = params, tool = tools.find((known) => known.name === name);
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  if (tool !== undefined && args !== undefined && !isObject) throw argumentsError(args, tool, lang);
}
