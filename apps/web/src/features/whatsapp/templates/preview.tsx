import { SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { isRecord, textOf } from '@recado/contracts/whatsapp/template-parts'
import { renderTemplatePreview, type TemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import {
  IconCopy,
  IconCornerUpLeft,
  IconExternalLink,
  IconFile,
  IconList,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconPlayerPlay,
  IconShoppingBag,
} from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { ScrollRegion } from '#web/components/content/scroll-region.tsx'
import { languages } from '#web/lib/i18n/i18n.ts'
import { useSession } from '#web/lib/session/session.ts'
import { cardsOf, exampleValues, partOf, sampleOf } from './editor/content.ts'
import classes from './preview.module.css'

export type Formatted = ComponentType<{ text: string }>
type Files = Readonly<Record<string, { url: string; name: string; mime: string }>>

const LONG_TEXT = 700
const SHOWN_BUTTONS = 3

const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  URL: IconExternalLink,
  PHONE_NUMBER: IconPhone,
  COPY_CODE: IconCopy,
  OTP: IconCopy,
  QUICK_REPLY: IconCornerUpLeft,
  CATALOG: IconShoppingBag,
  MPM: IconShoppingBag,
  FLOW: IconList,
}

const Media = ({ kind, fileId, files }: { kind: string; fileId: string; files: Files }) => {
  const { t } = useTranslation('whatsapp/templates')
  const file = files[fileId]
  if (file && kind === 'image') return <img className={classes.media} src={file.url} alt={t('preview.sample')} />
  const Icon = kind === 'image' ? IconPhoto : kind === 'video' ? IconPlayerPlay : IconFile
  return (
    <div className={classes.placeholder}>
      <Icon size={30} aria-hidden="true" />
      <Text size="xs">{file?.name ?? t(`header.${kind.toUpperCase()}`)}</Text>
    </div>
  )
}

const Header = ({ header, fileId, files }: { header: TemplatePreview['header']; fileId: string; files: Files }) => {
  if (!header) return null
  if (header.kind === 'text') return <p className={classes.header}>{header.text}</p>
  if (header.kind === 'media') return <Media kind={header.mediaKind} fileId={fileId} files={files} />
  return (
    <div className={classes.placeholder}>
      <IconMapPin size={30} aria-hidden="true" />
    </div>
  )
}

const Body = ({ text, Formatted }: { text: string; Formatted: Formatted }) => {
  const { t } = useTranslation('whatsapp/templates')
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG_TEXT && !whole
  return (
    <div className={classes.body}>
      <Formatted text={long ? `${text.slice(0, LONG_TEXT)}…` : text} />
      {long ? (
        <UnstyledButton className={classes.more ?? ''} onClick={() => setWhole(true)}>
          {t('preview.readMore')}
        </UnstyledButton>
      ) : null}
    </div>
  )
}

const Buttons = ({ buttons }: { buttons: TemplatePreview['buttons'] }) => {
  const { t } = useTranslation('whatsapp/templates')
  const [all, setAll] = useState(false)
  if (buttons.length === 0) return null
  const overflows = buttons.length > SHOWN_BUTTONS
  const shown = overflows && !all ? buttons.slice(0, SHOWN_BUTTONS - 1) : buttons
  return (
    <ul className={classes.buttons}>
      <ByPlace items={shown}>
        {(button) => {
          const Icon = icons[button.type]
          return (
            <li>
              {Icon ? <Icon size={16} /> : null}
              {button.text || t(`button.default.${button.type}`, { defaultValue: t('button.untitled') })}
            </li>
          )
        }}
      </ByPlace>
      {overflows ? (
        <li>
          <UnstyledButton className={classes.options ?? ''} aria-expanded={all} onClick={() => setAll(!all)}>
            <IconList size={16} aria-hidden="true" /> {t(all ? 'preview.fewerOptions' : 'preview.allOptions')}
          </UnstyledButton>
        </li>
      ) : null}
    </ul>
  )
}

/** WhatsApp writes it in the language of the template; in ours where we do not speak that. */
const useAuthenticationText = (content: TemplateContent, language: string | undefined): TemplatePreview => {
  const lng = languages.find((locale) => language?.startsWith(locale))
  const { t } = useTranslation('whatsapp/templates', { useSuspense: false, ...(lng ? { lng } : {}) })
  const minutes = partOf(content.components, 'FOOTER')?.code_expiration_minutes
  const advice = partOf(content.components, 'BODY')?.add_security_recommendation === true
  const rendered = renderTemplatePreview({ ...content, components: content.components }, { code: '123456' })
  return {
    ...rendered,
    body: `${t('preview.code')}${advice ? ` ${t('preview.codeAdvice')}` : ''}`,
    footer: typeof minutes === 'number' ? t('preview.codeExpires', { count: minutes }) : null,
  }
}

const Offer = ({ content }: { content: TemplateContent }) => {
  const { t } = useTranslation('whatsapp/templates')
  const offer = partOf(content.components, 'LIMITED_TIME_OFFER')?.limited_time_offer
  if (!isRecord(offer)) return null
  return (
    <div className={classes.offer}>
      <strong>{textOf(offer.text) || t('offer.text')}</strong>
      {offer.has_expiration === true ? <span>{t('preview.offerEnds')}</span> : null}
    </div>
  )
}

type Props = {
  content: TemplateContent
  files: Files
  Formatted: Formatted
  language?: string
  /** The sender as customers see it. */
  business: TemplateDetail['business']
}

const Message = ({ content, files, Formatted, language }: Omit<Props, 'business'>) => {
  const { t } = useTranslation('whatsapp/templates')
  const authentication = useAuthenticationText(content, language)
  const plain = renderTemplatePreview(content, exampleValues(content.components))
  const preview = content.category === 'AUTHENTICATION' ? authentication : plain
  const fileOf = (components: TemplateContent['components']) =>
    sampleOf(partOf(components, 'HEADER')).replace(/^file:/, '')
  return (
    <>
      <div className={classes.bubble} data-words>
        <Header header={preview.header} fileId={fileOf(content.components)} files={files} />
        <Offer content={content} />
        <Body text={preview.body} Formatted={Formatted} />
        {preview.footer ? <p className={classes.footer}>{preview.footer}</p> : null}
        <span className={classes.time}>10:24</span>
        <Buttons buttons={preview.buttons} />
      </div>
      {preview.cards.length > 0 ? (
        <ScrollRegion className={classes.cards} label={t('preview.cards')}>
          <ByPlace items={preview.cards}>
            {(card, index) => (
              <div className={classes.bubble}>
                <Header header={card.header} fileId={fileOf(cardsOf(content.components)[index] ?? [])} files={files} />
                <Body text={card.body} Formatted={Formatted} />
                <Buttons buttons={card.buttons} />
              </div>
            )}
          </ByPlace>
        </ScrollRegion>
      ) : null}
    </>
  )
}

const schemes = ['light', 'dark'] as const
const systems = ['android', 'ios'] as const

/** The template as a phone shows it, in either scheme and on either system. */
export const PhonePreview = (props: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const [scheme, setScheme] = useState<string>('light')
  const [system, setSystem] = useState<string>('android')
  const company = useSession().data?.user.currentCompany?.name
  const name = props.business?.name || company || t('preview.business')
  return (
    <section aria-label={t('preview.title')} className={classes.preview}>
      <div className={classes.switches}>
        <SegmentedControl
          size="xs"
          aria-label={t('preview.system')}
          value={system}
          onChange={setSystem}
          data={systems.map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('preview.scheme')}
          value={scheme}
          onChange={setScheme}
          data={schemes.map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <div className={classes.phone} data-scheme={scheme} data-system={system} tabIndex={0}>
        <div className={classes.bar}>
          <Avatar name={name} src={props.business?.photoUrl ?? null} size={32} radius="xl" />
          <span className={classes.business}>{name}</span>
        </div>
        <div className={classes.chat}>
          <Message {...props} />
        </div>
      </div>
    </section>
  )
}
