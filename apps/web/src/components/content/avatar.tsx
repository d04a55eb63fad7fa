import { type AvatarProps, Avatar as MantineAvatar } from '@mantine/core'
import { initialsOf } from '@recado/inbox/initials'
import { pictureSources } from '#web/lib/ui/pictures.ts'

const colors = ['petrol', 'clay', 'grape', 'indigo', 'violet', 'pink']

const colorOf = (name: string): string => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return colors[sum % colors.length] ?? 'petrol'
}

type Props = Omit<AvatarProps, 'name' | 'color' | 'children'> & {
  name: string
  src?: string | null
  /** A color that was chosen; without one it follows from the name. */
  color?: string | null
}

/** Picture of a person or company, or their initials on a color that stays theirs. Decorative: the name stands beside. */
export const Avatar = ({ name, src = null, color = null, size, ...rest }: Props) => {
  const { src: address = null, ...imageProps } = src ? pictureSources(src, typeof size === 'number' ? size : 38) : {}
  return (
    <MantineAvatar
      src={address}
      imageProps={imageProps}
      color={color ?? colorOf(name)}
      alt=""
      aria-hidden="true"
      {...(size === undefined ? {} : { size })}
      {...rest}
    >
      {initialsOf(name)}
    </MantineAvatar>
  )
}
