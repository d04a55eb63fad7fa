import { Button, Group, Stack, Text } from '@mantine/core'
import type { PrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDataExport } from '#web/components/contact/use-data-export.ts'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useCan } from '#web/lib/session/session.ts'
import type { RequestChange } from './request-panel.tsx'

const ConsentDialog = lazyComponent(
  async () => (await import('#web/components/contact/consent-dialog.tsx')).ConsentDialog,
)

type ToolProps = { contactId: string; request: PrivacyRequest; onErase: (contactId: string) => void }

const ExportTool = ({ contactId, request }: ToolProps) => {
  const { t } = useTranslation('contacts/privacy')
  const { mutate, isPending } = useDataExport()
  return (
    <Button size="sm" loading={isPending} onClick={() => mutate({ contactId, requestId: request.id })}>
      {t('export.start')}
    </Button>
  )
}

const EraseTool = ({ contactId, onErase }: ToolProps) => {
  const { t } = useTranslation('contacts/privacy')
  const may = useCan()('contacts.erase')
  if (!may)
    return (
      <Text size="sm" c="dimmed">
        {t('erase.mayNot')}
      </Text>
    )
  return (
    <Button size="sm" color="red" onClick={() => onErase(contactId)}>
      {t('erase.open')}
    </Button>
  )
}

const OptOutTool = ({ contactId }: ToolProps) => {
  const { t } = useTranslation('contacts/privacy')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpened(true)}>
        {t('optOut')}
      </Button>
      {opened ? <ConsentDialog contactId={contactId} state="withdrawn" onClose={() => setOpened(false)} /> : null}
    </>
  )
}

const OpenContact = ({ contactId }: ToolProps) => {
  const { t } = useTranslation('contacts/privacy')
  return (
    <LinkButton size="sm" to="/company/contacts/$id" params={{ id: contactId }}>
      {t('openContact')}
    </LinkButton>
  )
}

/** What each kind of request is answered with. */
const tools = {
  access: ExportTool,
  export: ExportTool,
  correction: OpenContact,
  erasure: EraseTool,
  objection: OptOutTool,
  revocation: OptOutTool,
} as const

type Props = Pick<ToolProps, 'request' | 'onErase'> & { change: RequestChange; manages: boolean }

/** Does what was asked for. */
export const WorkStep = ({ request, change, manages, onErase }: Props) => {
  const { t } = useTranslation('contacts/privacy')
  const { kind, state, contact } = request
  const isWorked = state === 'verified' || state === 'in_progress'
  const Tool = tools[kind]
  if (!isWorked || !manages || !contact)
    return (
      <Text size="sm" c="dimmed">
        {t(`workText.${kind}`)}
      </Text>
    )
  return (
    <Stack gap="sm">
      <Text size="sm">{t(`workText.${kind}`)}</Text>
      <Group gap="sm">
        <Tool contactId={contact.id} request={request} onErase={onErase} />
        {state === 'verified' ? (
          <Button
            size="sm"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ state: 'in_progress' })}
          >
            {t('start')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
