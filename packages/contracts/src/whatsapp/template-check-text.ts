import type { Add, CheckedTemplate } from './template-check-parts.ts'
import { exampleFor, type TemplateComponent, textOf, variableNames } from './template-parts.ts'

const variable = /\{\{\s*([a-zA-Z0-9_]+)\s*\}\}/g
const anyVariable = /\{\{[^{}]*\}\}/g

/** White space, and what stands in a text without being seen: marks of direction, joiners outside of emoji, byte order marks. */
const unseen = String.raw`[\s\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]`
const edge = new RegExp(`^${unseen}*\\{\\{[^{}]*\\}\\}|\\{\\{[^{}]*\\}\\}${unseen}*$`)
const adjacent = new RegExp(`\\}\\}${unseen}*\\{\\{`)
const gap = new RegExp(`${unseen}+`)

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => text.split(gap).every((word) => word === '')

/** Meta wants at least so many plain words: two for each variable and one more (error 2388293). */
const wordsNeeded = (variables: number): number => variables * 2 + 1

const plainWords = (text: string): number => text.replace(anyVariable, ' ').split(gap).filter(Boolean).length

/** Braces that make no variable: `{{}}`, `{{ a b }}`, `{1}}`. */
const isBroken = (text: string): boolean => /\{\{|\}\}/.test(text.replace(variable, ''))

const isNumbered = (name: string) => /^[1-9]\d*$/.test(name)
const isNamed = (name: string) => /^[a-z_][a-z0-9_]*$/.test(name)

const checkNames = (add: Add, names: readonly string[], format: CheckedTemplate['parameterFormat']): void => {
  const fits = format === 'NAMED' ? isNamed : isNumbered
  if (!names.every(fits)) {
    add('text', 'variable_style', { format })
    return
  }
  if (format === 'NAMED') return
  const missing = names.findIndex((name, index) => Number(name) !== index + 1)
  if (missing >= 0) add('text', 'variable_order', { wanted: missing + 1 })
}

/** Checks the variables of a text, and that each has an example. */
export const checkText = (
  add: Add,
  { component, part, edges }: { component: TemplateComponent; part: 'header' | 'body'; edges: boolean },
  { parameterFormat }: CheckedTemplate,
): void => {
  const text = textOf(component.text)
  if (isBroken(text)) add('text', 'variable_broken')
  const names = variableNames(text)
  if (names.length === 0) return
  checkNames(add, names, parameterFormat)
  if (edges && edge.test(text)) add('text', 'variable_edge')
  if (adjacent.test(text)) add('text', 'variable_adjacent')
  const needed = wordsNeeded(names.length)
  if (edges && plainWords(text) < needed) add('text', 'variable_ratio', { needed, now: plainWords(text) })
  for (const [index, name] of names.entries())
    if ((exampleFor(component, part, name, index) ?? '').trim() === '') add(`examples.${name}`, 'example_missing')
}
