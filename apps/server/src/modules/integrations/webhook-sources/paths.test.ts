import { describe, expect, it } from 'vitest'
import { readPath, refusePath } from '#server/lib/json-path.ts'
import { webhookSources } from './catalogue.ts'

const body = {
  a: [
    { t: 'x', v: 1 },
    { t: 'y', v: 2 },
  ],
  "it's": { b: [1, 2, 3] },
}

describe('a path', () => {
  it.each([
    ['$.a[1].v', [2]],
    ["$['it\\'s'].b[-1]", [3]],
    ["$.a[?@.t=='y'].v", [2]],
    ['$.a[*].t', ['x', 'y']],
    ['$..v', [1, 2]],
    ['$.none.of.it', []],
  ])('%s reads %j', (path, values) => {
    expect(refusePath(path)).toBeNull()
    expect(readPath(path, body)).toEqual(values)
  })

  it.each([
    "$.a[?match(@.t, '(x+x+)+y')]",
    "$.a[?search(@.t, '(a|a)*b')]",
    '$..*..*..*',
    '$[*,*][*,*][*,*][*,*]',
    '$.a[?@..v]',
    '$.a[?count(@.*) > 1]',
    '$.a[',
    'a.b',
    '',
    `$${'.a'.repeat(200)}`,
  ])('%s is refused and reads nothing', (path) => {
    expect(refusePath(path)).not.toBeNull()
    expect(readPath(path, body)).toEqual([])
  })

  it('reads a hundred of a thousand, and inherits nothing', () => {
    expect(
      readPath(
        '$[*]',
        Array.from({ length: 1000 }, (_, i) => i),
      ),
    ).toHaveLength(100)
    expect(readPath('$.constructor', {})).toEqual([])
    expect(readPath('$.length', 'text')).toEqual([])
  })

  it('of every map that a source begins with can be used', () => {
    const paths = webhookSources.flatMap(({ events }) =>
      events.flatMap(({ fields }) => Object.values(fields).map(({ path }) => path)),
    )
    expect(paths.filter((path) => refusePath(path) !== null)).toEqual([])
  })
})
