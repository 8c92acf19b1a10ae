// A call that failed: the core's own words and its code, or `connection_lost` when the bridge broke under it.

export class RpcCallError extends Error {
  readonly code: string;
  readonly method: string;
  constructor(method: string, code: string, message: string) {
    super(message);
    this.name = "RpcCallError";
    this.code = code;
    this.method = method;
  }
}

/** The call never got its answer because the connection broke; asking again is safe for reads only. */
export const CONNECTION_LOST = "connection_lost";
