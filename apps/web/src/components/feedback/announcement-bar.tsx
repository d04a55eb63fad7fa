import type { SystemTopic } from '@recado/contracts/identity/announcements'
import { IconAlertTriangle, IconReceipt, IconSpeakerphone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './announcement-bar.module.css'

const icons = { product: IconSpeakerphone, billing: IconReceipt, incident: IconAlertTriangle }

type Props = {
  topic: SystemTopic
  title: string
  body: string
  label: string
  /** Where it leads, behind the text. */
  link?: ReactNode
  /** What closes it, at the end. */
  close?: ReactNode
}

/** What the platform announces, as a bar above a page. */
export const AnnouncementBar = ({ topic, title, body, label, link, close }: Props) => {
  const Icon = icons[topic]
  return (
    <section className={classes.bar} data-topic={topic} aria-label={label}>
      <Icon size={17} stroke={1.8} aria-hidden="true" />
      <div className={classes.text}>
        <span role="status">
          <strong>{title}</strong> {body}
        </span>{' '}
        {link}
      </div>
      {close}
    </section>
  )
}
