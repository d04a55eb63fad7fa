/** Name of the constraint or unique index that refused a write; undefined when it failed for another reason. */
export const brokenConstraint = (error: unknown): string | undefined => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return (cause as { constraint?: string } | null)?.constraint
}
