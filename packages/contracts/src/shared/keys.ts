/** The keys of a record that has no others than its type says, in the order they are written in. */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as Extract<keyof T, string>[]
