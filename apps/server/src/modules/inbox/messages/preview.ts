const MOST = 140

/** The line that lists show for a message: its text on one line. Its type tells the rest in the reader's language. */
export const previewOf = (text: string | null): string => {
  const line = (text ?? '')
    .slice(0, 4 * MOST)
    .replace(/\s+/g, ' ')
    .trim()
  return (line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line).toWellFormed()
}
