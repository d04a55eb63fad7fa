/** Readers over the components of a template as WhatsApp gives and stores them: upper or lower case words, any extras. */
export type TemplateComponent = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

export const wordOf = (value: unknown): string => (typeof value === 'string' ? value.toUpperCase() : '')
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const componentOf = (components: readonly TemplateComponent[], type: string): TemplateComponent | undefined =>
  components.find((component) => wordOf(component.type) === type)

/** Texts of the quick replies of a template. */
export const quickReplies = (components: readonly TemplateComponent[]): string[] =>
  recordsOf(componentOf(components, 'BUTTONS')?.buttons).flatMap(({ type, text }) =>
    wordOf(type) === 'QUICK_REPLY' && typeof text === 'string' ? [text] : [],
  )

const variablePattern = /\{\{\s*([a-zA-Z0-9_]+)\s*\}\}/g

/** The variables of a text, each once: numbered ones by number, named ones in the order of their first appearance. */
export const variableNames = (text: string): string[] => {
  const names = [...new Set([...text.matchAll(variablePattern)].map((match) => match[1] ?? ''))]
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names
}

/** The text with its variables replaced; one without a value stays as it is written. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(variablePattern, (written, name: string) => values[name] || written)

const exampleOf = (example: unknown, part: 'header' | 'body', name: string, index: number): string | null => {
  if (!isRecord(example)) return null
  const named = recordsOf(example[`${part}_text_named_params`]).find((entry) => entry.param_name === name)
  if (named) return textOf(named.example) || null
  const listed = example[`${part}_text`]
  const row: unknown = Array.isArray(listed) && Array.isArray(listed[0]) ? listed[0] : listed
  return Array.isArray(row) && typeof row[index] === 'string' ? row[index] : null
}

/** What Meta was shown as an example of a variable, null without one. */
export const exampleFor = (
  component: TemplateComponent,
  part: 'header' | 'body',
  name: string,
  index: number,
): string | null => exampleOf(component.example, part, name, index)
