/** A phone for reading: Brazilian numbers in groups, others as they are. Masked ones stay masked. */
export const showPhone = (phone: string): string => {
  const brazil = /^\+?55(\d{2})(\d{4,5})(\d{4})$/.exec(phone)
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : phone
}
