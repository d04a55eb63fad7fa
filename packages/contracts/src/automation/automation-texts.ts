// Texts of automations, with what is filled in.

const placeholder = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g

/** What can be filled in of a contact, besides `contact.attributes.<key>`. */
export const contactPlaceholders = [
  'contact.name',
  'contact.first_name',
  'contact.phone',
  'contact.email',
  'contact.city',
  'contact.organization',
] as const

export const runPlaceholders = ['company.name', 'today'] as const

const path =
  /^(contact\.(name|first_name|phone|email|city|organization|attributes\.[a-z][a-z0-9_]*)|event\.[a-z][a-z0-9_]*|vars\.[a-z][a-z0-9_]*(\.[a-z0-9_]+)*|company\.name|today)$/

/** Names in a text that stand for nothing. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (path.test(name) ? [] : [name]))

/** Names that a text has filled in. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

/**
 * A text with its placeholders filled in; what is not there has its fallback, which is empty where none is given.
 * `write` adapts a value to where it goes.
 */
export const fillText = (
  text: string,
  value: (name: string) => string | undefined,
  write: (value: string) => string = (one) => one,
): string =>
  text.replace(placeholder, (_all, name: string, fallback: string | undefined) =>
    write(value(name) || (fallback?.trim() ?? '')),
  )
