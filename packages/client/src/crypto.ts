type WebCrypto = typeof globalThis.crypto

/** Web Crypto of browsers and of Node; Node 18 has it in a module alone. */
export const webCrypto = async (): Promise<WebCrypto> => {
  if (globalThis.crypto) return globalThis.crypto
  // Hidden from bundlers, which would look for it.
  const name = 'node:crypto'
  const { webcrypto } = (await import(/* @vite-ignore */ name)) as { webcrypto: WebCrypto }
  return webcrypto
}
