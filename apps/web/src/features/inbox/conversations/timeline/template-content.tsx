import type { TemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import {
  IconArrowBackUp,
  IconCopy,
  IconExternalLink,
  IconFile,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import classes from './rich.module.css'

const buttonIcons: Readonly<Record<string, typeof IconPhone>> = {
  URL: IconExternalLink,
  PHONE_NUMBER: IconPhone,
  COPY_CODE: IconCopy,
  OTP: IconCopy,
}
const mediaIcons = { image: IconPhoto, video: IconVideo, document: IconFile } as const

const Header = ({ header, mediaUrl }: { header: TemplatePreview['header']; mediaUrl?: string | null }) => {
  if (!header) return null
  if (header.kind === 'text') return header.text ? <div className={classes.templateHeader}>{header.text}</div> : null
  if (header.kind === 'media' && header.mediaKind === 'image' && mediaUrl) {
    return (
      <div className={classes.mediaSlot}>
        <img src={mediaUrl} alt="" />
      </div>
    )
  }
  const Icon = header.kind === 'media' ? mediaIcons[header.mediaKind] : IconMapPin
  return (
    <div className={classes.mediaSlot}>
      <Icon size={34} stroke={1.3} aria-hidden="true" />
    </div>
  )
}

/** A template as its reader sees it. `mediaUrl` shows a chosen picture in its header. */
export const TemplateContent = ({
  preview,
  mediaUrl,
  hideMedia,
}: {
  preview: TemplatePreview
  mediaUrl?: string | null
  hideMedia?: boolean
}) => {
  const { t } = useTranslation('inbox/conversations')
  const header = hideMedia && preview.header?.kind === 'media' ? null : preview.header
  return (
    <div className={classes.template}>
      <Header header={header} mediaUrl={mediaUrl ?? null} />
      {preview.body ? <FormattedText text={preview.body} /> : null}
      {preview.footer ? <div className={classes.templateFooter}>{preview.footer}</div> : null}
      {preview.cards?.length > 0 ? (
        <div className={classes.templateFooter}>{t('template.cards', { count: preview.cards.length })}</div>
      ) : null}
      {preview.buttons?.length > 0 ? (
        <div className={classes.templateButtons}>
          {preview.buttons.map((button) => {
            const Icon = buttonIcons[button.type] ?? IconArrowBackUp
            return (
              <span key={button.text} title={button.url ?? undefined}>
                <Icon size={15} aria-hidden="true" /> {button.text || t('template.copyCode')}
              </span>
            )
          })}
        </div>
      ) : null}
    </div>
  )
}
