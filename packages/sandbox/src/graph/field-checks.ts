import { GraphFault } from './graph-fault.ts'

export type Fields = Record<string, unknown>

export const missing = (name: string): GraphFault =>
  new GraphFault(131008, { details: `Required parameter is missing: ${name}` })
export const invalid = (name: string, why: string): GraphFault =>
  new GraphFault(131009, { details: `Parameter ${name}: ${why}` })

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectAt = (owner: Fields, name: string, path = name): Fields => {
  const value = owner[name]
  if (value === undefined || value === null) throw missing(path)
  if (!isFields(value)) throw new GraphFault(100, { details: `Param ${path} must be a JSON object` })
  return value
}

export const textAt = (owner: Fields, name: string, max: number, path = name): string => {
  const value = owner[name]
  if (value === undefined || value === null || value === '') throw missing(path)
  if (typeof value !== 'string') throw new GraphFault(100, { details: `Param ${path} must be a string` })
  if (value.length > max) throw new GraphFault(100, { details: `Param ${path} must be at most ${max} characters long` })
  return value
}

export const optionalTextAt = (owner: Fields, name: string, max: number, path = name): string | null =>
  owner[name] === undefined || owner[name] === null || owner[name] === '' ? null : textAt(owner, name, max, path)

type Range = readonly [min: number, max: number]

export const listAt = (owner: Fields, name: string, [min, max]: Range, path = name): Fields[] => {
  const value = owner[name]
  if (value === undefined || value === null) throw missing(path)
  if (!Array.isArray(value) || !value.every(isFields))
    throw new GraphFault(100, { details: `Param ${path} must be an array of objects` })
  if (value.length < min || value.length > max)
    throw invalid(path, `needs ${min} to ${max} entries, has ${value.length}`)
  return value
}

export const numberAt = (owner: Fields, name: string, [min, max]: Range, path = name): number => {
  const value = owner[name]
  if (value === undefined || value === null || value === '') throw missing(path)
  const number = Number(value)
  if (!Number.isFinite(number) || number < min || number > max) throw invalid(path, `must be between ${min} and ${max}`)
  return number
}
