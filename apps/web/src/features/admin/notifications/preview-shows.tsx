import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { ChannelType } from '@recado/contracts/notifications/domain'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import type { Preview } from './api.ts'
import classes from './notifications.module.css'

const Mail = ({ preview, narrow }: { preview: Preview; narrow: boolean }) => {
  const { t } = useTranslation('admin/notifications')
  const [width, setWidth] = useState<'desktop' | 'phone'>(narrow ? 'phone' : 'desktop')
  return (
    <>
      <Group justify="space-between" mb="md">
        <div style={{ minWidth: 0 }}>
          <Text size="xs" c="dimmed">
            {t('field.subject')}
          </Text>
          <Text fw={600}>{preview.subject || t('preview.noSubject')}</Text>
        </div>
        {narrow ? null : (
          <SegmentedControl<'desktop' | 'phone'>
            size="xs"
            aria-label={t('preview.width')}
            value={width}
            onChange={setWidth}
            data={[
              { value: 'desktop', label: t('preview.desktop') },
              { value: 'phone', label: t('preview.phone') },
            ]}
          />
        )}
      </Group>
      {/* A frame of its own for each text: one whose text changes while it loads may keep the one before. */}
      <iframe
        key={preview.content}
        className={classes.mail}
        data-width={width}
        sandbox=""
        title={t('preview.mail')}
        srcDoc={preview.content ?? ''}
      />
    </>
  )
}

const InApp = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <div className={classes.card}>
      <span className={classes.knot}>
        <IconBell size={20} stroke={1.7} aria-hidden="true" />
      </span>
      <div>
        {preview.html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises what in-app messages say
          <Text size="sm" component="div" dangerouslySetInnerHTML={{ __html: preview.content ?? '' }} />
        ) : (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {preview.content}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={4}>
          {t('preview.now')}
        </Text>
        {preview.buttons.length > 0 ? (
          <Group gap={8} mt="sm">
            <ByPlace items={preview.buttons}>
              {(button, index) => (
                <Button size="compact-sm" component="span" variant={index > 0 ? 'default' : 'filled'}>
                  {button.content}
                </Button>
              )}
            </ByPlace>
          </Group>
        ) : null}
        {preview.ctaUrl ? (
          <Text size="xs" c="dimmed" mt={8} className={classes.mono ?? ''}>
            {t('preview.leadsTo', { url: preview.ctaUrl })}
          </Text>
        ) : null}
      </div>
    </div>
  )
}

const Bubble = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <>
      <div className={classes.bubble}>
        {preview.title ? (
          <Text size="sm" fw={600}>
            {preview.title}
          </Text>
        ) : null}
        {preview.content}
      </div>
      {preview.segments === null ? null : (
        <Text size="xs" c="dimmed" ta="center" mt="sm">
          {t('preview.characters', { count: preview.content?.length ?? 0 })} ·{' '}
          {t('preview.segments', { count: preview.segments })}
        </Text>
      )}
    </>
  )
}

/** A phone with a message, or with a notification on its lock screen. */
const Phone = ({ channel, preview }: { channel: ChannelType; preview: Preview }) => (
  <div className={classes.phone} data-channel={channel}>
    <Bubble preview={preview} />
  </div>
)

type Props = {
  channel: ChannelType
  preview: Preview
  /** Shown beside the form that is being edited. */
  narrow?: boolean
}

/** What a recipient would see. */
export const PreviewShows = ({ channel, preview, narrow = false }: Props) => (
  <div className={classes.stage} data-preview={channel} data-narrow={narrow || undefined}>
    {channel === 'email' ? <Mail preview={preview} narrow={narrow} /> : null}
    {channel === 'in_app' ? <InApp preview={preview} /> : null}
    {channel === 'email' || channel === 'in_app' ? null : <Phone channel={channel} preview={preview} />}
  </div>
)
