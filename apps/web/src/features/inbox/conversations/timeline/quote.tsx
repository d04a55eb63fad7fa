import type { Message } from '@recado/contracts/inbox/messages'
import { useTranslation } from 'react-i18next'
import { plainText } from '#web/lib/ui/parse-format.ts'
import classes from './bubble.module.css'

type Quoted = NonNullable<Message['replyTo']>

/** The message that another one answers; a click goes there. */
export const Quote = ({ quoted, name, onJump }: { quoted: Quoted; name: string; onJump?: (id: string) => void }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const kind = i18n.exists(`inbox/conversations:kind.${quoted.type}`) ? t(`kind.${quoted.type}`) : t('kind.message')
  const text = quoted.body ? plainText(quoted.body).slice(0, 160) : quoted.type === 'text' ? t('quote.gone') : kind
  const content = (
    <>
      <b>{quoted.direction === 'in' ? name : t('you')}</b>
      <span>{text}</span>
    </>
  )
  const { id } = quoted
  if (!id || !onJump) return <div className={classes.quote}>{content}</div>
  return (
    <button type="button" className={classes.quote} onClick={() => onJump(id)} title={t('quote.jump')}>
      {content}
    </button>
  )
}
