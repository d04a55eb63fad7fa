/** Only the digits of a phone number as someone typed it. */
export const phoneDigits = (value: string): string => value.replace(/\D/g, '')

const isMobile = (subscriber: string) => /^[6-9]/.test(subscriber)

const brazil = (digits: string): string[] | null => {
  const match = /^55([1-9]\d)(\d{8,9})$/.exec(digits)
  const area = match?.[1]
  const subscriber = match?.[2]
  if (!area || !subscriber) return null
  if (subscriber.length === 9) {
    const short = subscriber.slice(1)
    return subscriber.startsWith('9') && isMobile(short) ? [digits, `55${area}${short}`] : [digits]
  }
  return isMobile(subscriber) ? [`55${area}9${subscriber}`, digits] : [digits]
}

const withInfix = (digits: string, country: string, infix: string): string[] | null => {
  const long = country + infix
  const national = 10
  if (digits.startsWith(long) && digits.length === long.length + national) {
    return [digits, country + digits.slice(long.length)]
  }
  if (digits.startsWith(country) && digits.length === country.length + national) {
    return [long + digits.slice(country.length), digits]
  }
  return null
}

const formsOf = (digits: string): string[] =>
  brazil(digits) ?? withInfix(digits, '52', '1') ?? withInfix(digits, '54', '9') ?? [digits]

/**
 * One form for all spellings of the same mobile number: Brazil with its ninth digit, Mexico as 521…, Argentina as
 * 549…. For matching only; a message is sent to the form that WhatsApp gave. Takes full international digits.
 */
export const canonicalPhone = (phone: string): string => {
  const digits = phoneDigits(phone)
  return formsOf(digits)[0] ?? digits
}

/**
 * All forms under which WhatsApp may name the same number, the given one first. Brazilian landlines (subscriber
 * number beginning 2 to 5) have one form only.
 */
export const phoneVariants = (phone: string): string[] => {
  const digits = phoneDigits(phone)
  return [digits, ...formsOf(digits).filter((form) => form !== digits)]
}
