import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> }

const RouterAnchor = (props: Props) => <Anchor fw={550} c="var(--accent-text)" {...props} />

/** A link in text to a page of the app. */
export const TextLink = createLink(RouterAnchor)
