import { UnstyledButton } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import bubble from './bubble.module.css'
import { BubbleMenu } from './bubble-menu.tsx'
import classes from './gallery.module.css'
import type { GalleryRow } from './gallery-rows.ts'
import { Meta, Origin } from './message-row.tsx'
import { useTimelineActions } from './timeline-actions.ts'

const Tile = ({ message, number, of }: { message: Message; number: number; of: number }) => {
  const { t } = useTranslation('inbox/conversations')
  const { showImage, refreshMedia } = useTimelineActions()
  return (
    <UnstyledButton
      className={classes.tile ?? ''}
      data-message-id={message.id}
      aria-label={t('media.openOf', { number, of })}
      onClick={() => showImage(message)}
    >
      <img
        src={message.media?.url ?? ''}
        alt=""
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => {
          if (currentTarget.dataset['asked']) return
          currentTarget.dataset['asked'] = 'true'
          refreshMedia(message)
        }}
      />
    </UnstyledButton>
  )
}

/** Pictures that were sent one after the other, side by side; each opens in full. */
export const Gallery = memo(({ row, highlighted }: { row: GalleryRow; highlighted: boolean }) => {
  const { t } = useTranslation('inbox/conversations')
  const { contactName } = useTimelineActions()
  const { messages, first, last } = row
  const end = messages.at(-1)
  if (!end) return null
  const out = end.direction === 'out'
  return (
    <div
      className={bubble.row}
      data-side={out ? 'out' : 'in'}
      data-first={first || undefined}
      data-last={last || undefined}
      data-highlighted={highlighted || undefined}
    >
      <article className={bubble.bubble} data-status={end.status}>
        <span className={bubble.hidden}>{t(out ? 'said.out' : 'said.in', { name: contactName })}</span>
        {first && out ? <Origin message={end} /> : null}
        <ul
          className={classes.tiles}
          aria-label={t('media.pictures', { count: messages.length })}
          data-odd={messages.length % 2 === 1 || undefined}
        >
          {messages.map((message, index) => (
            <li key={message.id}>
              <Tile message={message} number={index + 1} of={messages.length} />
            </li>
          ))}
        </ul>
        <Meta message={end} />
        <BubbleMenu message={end} />
      </article>
    </div>
  )
})
