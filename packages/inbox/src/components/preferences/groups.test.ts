import { describe, expect, it } from 'vitest'
import type { IUserPreferenceSettings } from '../../client/wire.ts'
import { groupItems, shownItems } from './groups.ts'

const item = (
  name: string,
  template: Partial<IUserPreferenceSettings['template']> = {},
  channels: Record<string, boolean> = { email: true },
): IUserPreferenceSettings => ({
  template: { _id: name, name, critical: false, triggers: [{ identifier: `to-${name}` }], ...template },
  preference: { enabled: true, channels },
})
const names = (items: readonly IUserPreferenceSettings[]) => items.map(({ template }) => template.name)
const shape = (...input: Parameters<typeof groupItems>) =>
  groupItems(...input).map(({ name, items }) => [name, names(items)])

it('hides what cannot be chosen, and what the host hides', () => {
  const items = [
    item('a'),
    item('critical', { critical: true }),
    item('empty', {}, {}),
    item('unknown', {}, { pigeon: true }),
    item('hidden'),
  ]
  expect(names(shownItems(items, ({ template }) => template.name !== 'hidden'))).toEqual(['a'])
})

describe('groups', () => {
  it('of a host take workflows by identifier, by tag, or as it decides, each once', () => {
    const items = [item('a'), item('b', { tags: ['money'] }), item('c'), item('d', { tags: ['money'] })]
    const groups = [
      { name: 'First', workflows: ['to-c', 'to-d'] },
      { name: 'Money', workflows: ['money'] },
      { name: 'A', filter: ({ template }: IUserPreferenceSettings) => template.name === 'a' },
      { name: 'Nobody', workflows: ['nothing'] },
    ]
    expect(shape(items, groups)).toEqual([
      ['First', ['c', 'd']],
      ['Money', ['b']],
      ['A', ['a']],
    ])
    expect(shape(items, groups.slice(1, 2))).toEqual([
      ['Money', ['b', 'd']],
      [undefined, ['a', 'c']],
    ])
  })

  it('are otherwise those that workflows say they are in', () => {
    const items = [
      item('a', { group: 'Billing' }),
      item('b'),
      item('c', { group: 'Billing', data: { group: 'Chat' } }),
      item('d', { group: 'Billing' }),
    ]
    expect(shape(items, undefined)).toEqual([
      ['Billing', ['a', 'd']],
      ['Chat', ['c']],
      [undefined, ['b']],
    ])
  })

  it('are no groups when there is but one', () => {
    expect(shape([item('a', { group: 'General' }), item('b')], undefined)).toEqual([[undefined, ['a', 'b']]])
  })
})
