import { type AvatarProps, Avatar as MantineAvatar } from '@mantine/core'
import { initialsOf } from '../lib/initials.ts'

const colors = ['petrol', 'clay', 'grape', 'indigo', 'violet', 'pink']

const colorOf = (name: string): string => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return colors[sum % colors.length] ?? 'petrol'
}

type Props = Omit<AvatarProps, 'name' | 'color' | 'children'> & {
  name: string
  src?: string | null
  /** A colour that was chosen; without one it follows from the name. */
  color?: string | null
}

/** Picture of a person or company, or their initials on a colour that stays theirs. Decorative: the name stands beside. */
export const Avatar = ({ name, src = null, color = null, ...rest }: Props) => (
  <MantineAvatar src={src} color={color ?? colorOf(name)} alt="" aria-hidden="true" {...rest}>
    {initialsOf(name)}
  </MantineAvatar>
)
