import { Button } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { IconClockOff, IconTemplate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { readDraft } from '../drafts.ts'
import classes from './composer.module.css'

type Props = { conversation: ConversationSummary; tabs: ReactNode; onTemplates: () => void }

/** Stands in the place of the field while WhatsApp takes templates only. What was typed is kept for later. */
export const ClosedNotice = ({ conversation, tabs, onTemplates }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const [draft] = useState(() => readDraft(browserStore(), conversation.id))
  const never = conversation.windowExpiresAt === null
  return (
    <section className={classes.composer} aria-label={t('composer.label', { name: conversation.contact.displayName })}>
      {tabs}
      <div className={classes.closed} role="status">
        <IconClockOff size={26} stroke={1.5} aria-hidden="true" />
        <div className={classes.closedText}>
          <b>{t(never ? 'window.neverTitle' : 'window.closedTitle')}</b>
          {t(never ? 'window.neverText' : 'window.closedText')} {draft ? t('window.draftKept') : null}
        </div>
        <Button leftSection={<IconTemplate size={18} />} onClick={onTemplates}>
          {t('template.choose')}
        </Button>
      </div>
    </section>
  )
}
