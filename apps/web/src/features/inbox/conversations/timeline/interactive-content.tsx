import type { Message } from '@recado/contracts/inbox/messages'
import { IconArrowBackUp, IconCheck, IconCurrentLocation, IconExternalLink, IconListDetails } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { messagesQuery } from '../api.ts'
import type { MessageCache } from '../message-cache.ts'
import { MediaContent } from './media-content.tsx'
import { asList, asObject, asText, webAddress } from './payload.ts'
import classes from './rich.module.css'

type Row = { id: string; title: string; description: string }
export type Parts = {
  kind: 'buttons' | 'list' | 'link' | 'location_request'
  header: string
  body: string
  footer: string
  buttons: { id: string; title: string }[]
  /** What opens the list, or the link. */
  button: string
  sections: { title: string; rows: Row[] }[]
  url: string | null
}

const kinds: Readonly<Record<string, Parts['kind']>> = {
  button: 'buttons',
  list: 'list',
  cta_url: 'link',
  location_request_message: 'location_request',
}

const word = (value: unknown): string => asText(value) ?? ''

/** A sent message with something to tap, from what was sent; null for kinds that are not known. */
export const partsOf = ({ payload, body }: Message): Parts | null => {
  const source = asObject(payload['interactive'])
  const kind = kinds[word(source?.['type'])]
  if (!source || !kind) return null
  const action = asObject(source['action'])
  const parameters = asObject(action?.['parameters'])
  return {
    kind,
    header: word(asObject(source['header'])?.['text']),
    body: asText(asObject(source['body'])?.['text']) ?? body ?? '',
    footer: word(asObject(source['footer'])?.['text']),
    buttons: asList(action?.['buttons']).map((button) => {
      const reply = asObject(button['reply'])
      return { id: word(reply?.['id']), title: word(reply?.['title']) }
    }),
    button: asText(action?.['button']) ?? word(parameters?.['display_text']),
    sections: asList(action?.['sections']).map((section) => ({
      title: word(section['title']),
      rows: asList(section['rows']).map((row) => ({
        id: word(row['id']),
        title: word(row['title']),
        description: word(row['description']),
      })),
    })),
    url: webAddress(parameters?.['url']),
  }
}

/** Ids of what the customer chose in answer to a message. */
const useChosen = (message: Message): string | null => {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...messagesQuery(queryClient, message.conversationId),
    enabled: false,
    select: useCallback(
      (cache: MessageCache): string | null => {
        const answer = cache.messages.findLast(
          ({ direction, replyTo }) => direction === 'in' && replyTo?.id === message.id,
        )
        return answer ? asText(asObject(answer.payload['interactive'])?.['id']) : null
      },
      [message.id],
    ),
  })
  return data ?? null
}

const Rows = ({ sections, chosen }: { sections: Parts['sections']; chosen: string | null }) => (
  <>
    {sections.map(({ title, rows }) => (
      <div key={`${title} ${rows[0]?.id ?? ''}`}>
        {title ? <div className={classes.listTitle}>{title}</div> : null}
        <ul>
          {rows.map(({ id, title: name, description }) => (
            <li key={id} data-chosen={id === chosen || undefined}>
              {id === chosen ? <IconCheck size={15} aria-hidden="true" /> : null}
              <span>
                {name}
                {description ? <small>{description}</small> : null}
              </span>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </>
)

type PartsProps = { parts: Parts; chosen: string | null; unfolded?: boolean }

/** The parts of such a message as the customer sees them, with what was chosen. */
export const InteractiveParts = ({ parts, chosen, unfolded }: PartsProps) => {
  const { t } = useTranslation('inbox/conversations')
  const { kind, header, body, footer, buttons, button, sections, url } = parts
  return (
    <div className={classes.template}>
      {header ? <div className={classes.templateHeader}>{header}</div> : null}
      {body ? <FormattedText text={body} /> : null}
      {footer ? <div className={classes.templateFooter}>{footer}</div> : null}
      {kind === 'list' ? (
        <details className={classes.list} open={unfolded || chosen !== null || undefined}>
          <summary>
            <IconListDetails size={15} aria-hidden="true" /> {button}
          </summary>
          <Rows sections={sections} chosen={chosen} />
        </details>
      ) : null}
      {kind === 'buttons' ? (
        <div className={classes.templateButtons}>
          {buttons.map(({ id, title }) => (
            <span key={id} data-chosen={id === chosen || undefined}>
              {id === chosen ? (
                <IconCheck size={15} aria-label={t('choice.chosen')} />
              ) : (
                <IconArrowBackUp size={15} aria-hidden="true" />
              )}
              {title || '…'}
            </span>
          ))}
        </div>
      ) : null}
      {kind === 'link' || kind === 'location_request' ? (
        <div className={classes.templateButtons}>
          <span title={url ?? undefined}>
            {kind === 'link' ? (
              <IconExternalLink size={15} aria-hidden="true" />
            ) : (
              <IconCurrentLocation size={15} aria-hidden="true" />
            )}
            {kind === 'link' ? button || '…' : t('location.send')}
          </span>
        </div>
      ) : null}
    </div>
  )
}

/** A message with something to tap that we sent. */
export const InteractiveContent = ({ message, parts }: { message: Message; parts: Parts }) => (
  <>
    {message.media ? <MediaContent message={message} /> : null}
    <InteractiveParts parts={parts} chosen={useChosen(message)} />
  </>
)
