import { TemplateError } from './template-error.ts'

const MOST_CHARACTERS = 1_000_000
const MOST_TAGS = 2_000
const LONGEST_TAG = 2_000
const MOST_TAG_CHARACTERS = 60_000
const DEEPEST_CALL = 20
export const DEEPEST_BLOCK = 100

const closing: Record<string, string> = { '"': '"', "'": "'", '[': ']' }

/** Where the tag that starts at `from` ends; brackets in strings and in `[names]` do not count. */
const endOfTag = (template: string, from: number): number => {
  if (template.startsWith('{{!--', from)) {
    const end = template.indexOf('--', from + 5)
    return end === -1 ? template.length : end + 2
  }
  let calls = 0
  let quote = ''
  for (let at = from + 2; at < template.length; at += 1) {
    const character = template[at] ?? ''
    if (at - from > LONGEST_TAG)
      throw new TemplateError(`a tag is not closed, or longer than ${LONGEST_TAG} characters`)
    if (quote) {
      if (character === '\\' && quote !== ']') at += 1
      else if (character === quote) quote = ''
      continue
    }
    if (template.startsWith('}}', at)) return at + 2
    quote = closing[character] ?? ''
    if (character === '(') calls += 1
    if (character === ')') calls -= 1
    if (calls > DEEPEST_CALL) throw new TemplateError('the calls in a tag are nested too deeply')
  }
  return template.length
}

/** How deep every block is that is open: an `{{else if}}` is a block in the one before. */
const follow = (open: number[], tag: string) => {
  if (/^\{\{~?[#^]/.test(tag)) open.push((open.at(-1) ?? 0) + 1)
  else if (/^\{\{~?\//.test(tag)) open.pop()
  else if (/^\{\{~?\s*else\s+\w/.test(tag)) open.push((open.pop() ?? 0) + 1)
  if ((open.at(-1) ?? 0) > DEEPEST_BLOCK) throw new TemplateError('the blocks are nested too deeply')
}

/**
 * Refuses what would take long to read: reading and compiling cost more than in proportion to the number, the length
 * and the depth of tags, so they are bounded before.
 */
export const assertReadable = (template: string) => {
  if (template.length > MOST_CHARACTERS) throw new TemplateError(`the text has more than ${MOST_CHARACTERS} characters`)
  const open: number[] = []
  let tags = 0
  let characters = 0
  let end = 0
  for (let at = template.indexOf('{{'); at !== -1; at = template.indexOf('{{', end)) {
    end = at + 2
    if (template[at - 1] === '\\') continue
    const isComment = template[at + 2] === '!'
    end = isComment && template[at + 3] !== '-' ? at + 2 : endOfTag(template, at)
    tags += 1
    if (!isComment) characters += end - at
    if (tags > MOST_TAGS || characters > MOST_TAG_CHARACTERS) throw new TemplateError('the text has too many tags')
    follow(open, template.slice(at, Math.min(end, at + 20)))
  }
}
