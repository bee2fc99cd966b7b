// Stands in for @ai-sdk/gateway in the browser, where the gateway provider is never used (see next.config.mjs).
export const gateway = undefined;
export const createGateway = () => undefined;
export const createGatewayProvider = () => undefined;
export class GatewayError extends Error {
  static isInstance() {
    return false;
  }
}
export class GatewayAuthenticationError extends GatewayError {}
export class GatewayModelNotFoundError extends GatewayError {}
