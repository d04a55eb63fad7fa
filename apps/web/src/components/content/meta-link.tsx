import { Button, type ButtonProps } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = Pick<ButtonProps, 'size' | 'variant'> & { href: string; children: ReactNode }

/** A button that opens a page of Meta beside this one. */
export const MetaLink = ({ href, children, size = 'sm', variant = 'default' }: Props) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noreferrer"
    size={size}
    variant={variant}
    rightSection={<IconExternalLink size={14} />}
  >
    {children}
  </Button>
)
