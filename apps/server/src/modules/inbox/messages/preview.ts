const MOST = 140

/** The line that lists show for a message: its text on one line. The type tells the rest in the reader's language. */
export const previewOf = (_type: string, body: string | null): string => {
  const line = (body ?? '')
    .slice(0, 4 * MOST)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…`.toWellFormed() : line
}
