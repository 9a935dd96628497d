/**
 * A random key of a mutation, by which the server does it once however often it is sent. crypto.randomUUID is offered
 * only on https and localhost.
 */
export const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
