import { Button } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { IconBan, IconClockOff, IconMessageOff, IconTemplate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnblockButton } from '#web/components/contact/block.tsx'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { readDraft } from '../drafts.ts'
import classes from './composer.module.css'

type Props = { conversation: ConversationSummary; tabs: ReactNode }

type NoticeProps = Props & { icon: ReactNode; title: string; text: string; action?: ReactNode }

/** Stands in the place of the field. What was typed is kept for later. */
const Notice = ({ conversation, tabs, icon, title, text, action }: NoticeProps) => {
  const { t } = useTranslation('inbox/conversations')
  const [draft] = useState(() => readDraft(browserStore(), conversation.id))
  return (
    <section className={classes.composer} aria-label={t('composer.label', { name: conversation.contact.displayName })}>
      {tabs}
      <div className={classes.closed} role="status">
        {icon}
        <div className={classes.closedText}>
          <b>{title}</b>
          {text} {draft ? t('window.draftKept') : null}
        </div>
        {action}
      </div>
    </section>
  )
}

/** Says that WhatsApp takes templates only, and offers them. */
export const ClosedNotice = ({ onTemplates, ...props }: Props & { onTemplates: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const never = props.conversation.windowExpiresAt === null
  return (
    <Notice
      {...props}
      icon={<IconClockOff size={26} stroke={1.5} aria-hidden="true" />}
      title={t(never ? 'window.neverTitle' : 'window.closedTitle')}
      text={t(never ? 'window.neverText' : 'window.closedText')}
      action={
        <Button leftSection={<IconTemplate size={18} />} onClick={onTemplates}>
          {t('template.choose')}
        </Button>
      }
    />
  )
}

/** Says that nothing can be sent, as the person is on the suppression list. */
export const SuppressedNotice = (props: Props) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Notice
      {...props}
      icon={<IconMessageOff size={26} stroke={1.5} aria-hidden="true" />}
      title={t('suppressed.title')}
      text={t('suppressed.text')}
    />
  )
}

/** Says that nothing can be sent, as the company has blocked the person, and offers to end that. */
export const BlockedNotice = (props: Props) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Notice
      {...props}
      icon={<IconBan size={26} stroke={1.5} aria-hidden="true" />}
      title={t('blocked.title')}
      text={t('blocked.text')}
      action={<UnblockButton contactId={props.conversation.contact.id} />}
    />
  )
}
