const groupings: readonly [RegExp, string][] = [
  [/^\+?55(\d{2})([\d•]{4,5})([\d•]{4})$/, '+55 $1 $2-$3'],
  [/^\+?1([\d•]{3})([\d•]{3})([\d•]{4})$/, '+1 $1 $2-$3'],
]

/** A phone for reading: Brazilian and North American numbers in groups, others as they are. What is masked stays masked. */
export const showPhone = (phone: string): string => {
  const grouping = groupings.find(([pattern]) => pattern.test(phone))
  return grouping ? phone.replace(...grouping) : phone
}
