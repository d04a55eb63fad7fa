import { Avatar } from '@mantine/core'

type Props = { name: string; src: string | null; size?: number }

/** The logo of a system, or its first letter. */
export const SourceLogo = ({ name, src, size = 32 }: Props) => (
  <Avatar src={src} alt="" radius="sm" size={size} styles={{ image: { objectFit: 'contain' } }} aria-hidden>
    {name.slice(0, 1).toUpperCase()}
  </Avatar>
)
