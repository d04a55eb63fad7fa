import { TemplateError } from './template-error.ts'

const MOST_TAGS = 50_000

/** Refuses what would take long to read: a tag costs as much as there are open ones, so a million of them took minutes. */
export const assertFewTags = (html: string): void => {
  let tags = 0
  for (const _ of html.matchAll(/<[a-z]/gi)) tags += 1
  if (tags > MOST_TAGS) throw new TemplateError(`the text has more than ${MOST_TAGS} tags`)
}
