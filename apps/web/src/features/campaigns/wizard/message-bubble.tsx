import type { RenderedMessage } from '@recado/contracts/campaigns/preflight'
import { IconFile, IconPhoto, IconVideo } from '@tabler/icons-react'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import classes from './wizard.module.css'

const icons: Readonly<Record<string, typeof IconFile>> = { image: IconPhoto, video: IconVideo }

type Props = Pick<RenderedMessage, 'header' | 'body' | 'footer' | 'buttons' | 'media'>

/** A message as its reader sees it. */
export const MessageBubble = ({ header, body, footer, buttons, media }: Props) => {
  const Icon = (media && icons[media.kind]) ?? IconFile
  return (
    <div className={classes.bubble} data-words>
      {media?.url && media.kind === 'image' ? <img src={media.url} alt="" style={{ maxWidth: '100%' }} /> : null}
      {media && !(media.url && media.kind === 'image') ? <Icon size={34} stroke={1.3} aria-hidden="true" /> : null}
      {header ? <strong>{header}</strong> : null}
      <FormattedText text={body} />
      {footer ? <p className={classes.bubbleFoot}>{footer}</p> : null}
      {buttons.length > 0 ? (
        <ul className={classes.bubbleButtons}>
          <ByPlace items={buttons}>{(button) => <li>{button.text}</li>}</ByPlace>
        </ul>
      ) : null}
    </div>
  )
}
