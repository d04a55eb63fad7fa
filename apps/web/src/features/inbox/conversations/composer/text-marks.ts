export type Edit = { text: string; start: number; end: number }

/** Puts a mark around what is selected, or takes it away when it is already there. */
export const toggleMark = ({ text, start, end }: Edit, mark: string): Edit => {
  const selected = text.slice(start, end)
  const inner = selected.trim()
  const size = mark.length
  if (inner === '') {
    return { text: text.slice(0, start) + mark + mark + text.slice(end), start: start + size, end: start + size }
  }
  const from = start + selected.indexOf(inner)
  const to = from + inner.length
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
    const without = text.slice(0, from - size) + inner + text.slice(to + size)
    return { text: without, start: from - size, end: to - size }
  }
  const marked = text.slice(0, from) + mark + inner + mark + text.slice(to)
  return { text: marked, start: from + size, end: to + size }
}

/** Puts a prefix before every selected line, or takes it away when every line has it. */
export const togglePrefix = ({ text, start, end }: Edit, prefix: string): Edit => {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (all ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length }
}

/** Puts a text in place of what is selected. */
export const insertText = ({ text, start, end }: Edit, added: string): Edit => ({
  text: text.slice(0, start) + added + text.slice(end),
  start: start + added.length,
  end: start + added.length,
})
