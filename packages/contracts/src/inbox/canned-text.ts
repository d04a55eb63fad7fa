import { cannedVariables } from './canned-replies.ts'

/** What each variable of a ready text stands for; empty or absent gives the fallback written after `|`. */
export type CannedValues = Partial<Record<(typeof cannedVariables)[number], string>>

const placeholder = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g

const isVariable = (name: string): name is (typeof cannedVariables)[number] =>
  cannedVariables.some((known) => known === name)

/** A ready text with its variables filled in. Names that are no variable are left as they stand. */
export const fillCannedText = (text: string, values: CannedValues): string =>
  text.replace(placeholder, (written, name: string, fallback: string | undefined) =>
    isVariable(name) ? values[name] || (fallback?.trim() ?? '') : written,
  )

/** Names between double braces that no variable has. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (isVariable(name) ? [] : [name]))
