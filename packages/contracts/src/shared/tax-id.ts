const digitsOf = (text: string) => [...text].map((character) => character.charCodeAt(0) - 48)

const checkDigit = (values: readonly number[], weights: readonly number[]) => {
  const sum = weights.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const descending = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index)
const cnpjWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

const isCpf = (text: string) => {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false
  const values = digitsOf(text)
  return checkDigit(values, descending(10, 9)) === values[9] && checkDigit(values, descending(11, 10)) === values[10]
}

// Since July 2026 the first twelve characters of a CNPJ may be letters, each worth its ASCII code less 48.
const isCnpj = (text: string) => {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^(.)\1+$/.test(text)) return false
  const values = digitsOf(text)
  return checkDigit(values, cnpjWeights) === values[12] && checkDigit(values, [6, ...cnpjWeights]) === values[13]
}

/** Tax id without punctuation, in capitals. */
export const normaliseTaxId = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase()

/** Whether a normalised tax id can exist in a country; only Brazil's check digits are known here. */
export const isTaxId = (country: string, text: string): boolean => country !== 'BR' || isBrazilianTaxId(text)

/** Whether a normalised text is a CPF or a CNPJ by its check digits. */
export const isBrazilianTaxId = (text: string): boolean => isCpf(text) || isCnpj(text)

/** A normalised CPF or CNPJ with its punctuation. */
export const showTaxId = (text: string): string =>
  text.length === 11
    ? text.replace(/^(.{3})(.{3})(.{3})/, '$1.$2.$3-')
    : text.replace(/^(.{2})(.{3})(.{3})(.{4})/, '$1.$2.$3/$4-')
