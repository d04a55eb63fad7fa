import { ApiError } from '#web/lib/api/api.ts'

/** A name with everything that makes names hard to lay out. */
export const longName =
  'Padaria e Confeitaria São Benedito do Largo da Matriz 🥖🇧🇷, filial de Jaboatão dos Guararapes, e\u0301 logo ali'

/** Work that never ends, to show its pending state. */
export const never = (): Promise<never> => new Promise(() => {})

/** What the server answers when it fails. */
export const failure = new ApiError('', { code: 'internal', status: 500 })

/** Work that fails after a while. */
export const refused = async (): Promise<never> => {
  await new Promise((resolve) => setTimeout(resolve, 600))
  throw failure
}

/** Work that succeeds after a while. */
export const done = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 600))

/** Checks that these fields are filled in. */
export const filledIn = (...names: string[]) => ({
  safeParse: (values: unknown) => {
    const given = new Map(Object.entries(values ?? {}))
    const issues = names.filter((name) => !given.get(name)).map((name) => ({ path: [name] }))
    return issues.length > 0 ? { success: false as const, error: { issues } } : { success: true as const, data: values }
  },
})

/** What a list was answered: its rows, a failure, or nothing yet. */
export const answered = <T>(data: T[] | undefined, error: unknown = null) => ({
  data: data && { data, page: { next: data.length > 20 ? 'next' : null, has_more: data.length > 20 } },
  isPending: data === undefined && error === null,
  isFetching: data === undefined && error === null,
  error,
  refetch: done,
})
