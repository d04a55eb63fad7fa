/** A short name of a text that is the same everywhere and always. */
export function hash(text: string): string {
  let value = 5381
  for (let index = 0; index < text.length; index++) value = ((value * 33) ^ text.charCodeAt(index)) >>> 0
  return value.toString(36)
}
