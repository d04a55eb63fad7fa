import { Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconChartBar, IconDots, IconHistory, IconPencil, IconSend2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { lazyWindow } from '#web/components/page/lazy-window.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { templateQuery, templatesKey, useArchive, usesQuery } from './api.ts'
import { Editor } from './editor/editor.tsx'
import { EmojiTool } from './editor/emoji-tool.ts'
import { QualityBadge, StatusBadge, useCategory, useLanguageName } from './labels.tsx'
import type { Formatted } from './preview.tsx'
import type { TemplateTab } from './search.ts'

// Tabs that are not visible at first are loaded when opened.
const waiting = <Skeleton height={280} radius="lg" />
const Analytics = lazyComponent(async () => (await import('./analytics.tsx')).Analytics, waiting)
const Versions = lazyComponent(async () => (await import('./versions.tsx')).Versions, waiting)
const MenuItems = lazyComponent(async () => (await import('./template-menu-items.tsx')).MenuItems)
const CopyDrawer = lazyComponent(async () => (await import('./copy-drawer.tsx')).CopyDrawer)
const DeleteDialog = lazyWindow(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const TestDrawer = lazyComponent(async () => (await import('./test-drawer.tsx')).TestDrawer)

type Dialog = 'copy' | 'test' | 'delete' | null

const More = ({ template, onOpen }: { template: TemplateDetail; onOpen: (dialog: Dialog) => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const archive = useArchive()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={17} />}>
          {t('common:actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems
          template={template}
          onOpen={onOpen}
          onArchive={() => archive.mutate({ id: template.id, archived: !template.archived })}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

const Languages = ({ template }: { template: TemplateDetail }) => {
  if (template.siblings.length === 0) return null
  return (
    <Group gap={8}>
      {template.siblings.map(({ id, language, status }) => (
        <TextLink key={id} to="/integrations/whatsapp/templates/$id" params={{ id }}>
          <StatusBadge status={status} language={language} />
        </TextLink>
      ))}
    </Group>
  )
}

/** Campaigns that send it and have not ended. */
const UsedIn = ({ template }: { template: TemplateDetail }) => {
  const { t } = useTranslation('whatsapp/templates')
  const uses = useQuery({ ...usesQuery(template.id, 'language'), enabled: useCan()('campaigns.view') })
  const campaigns = uses.data?.data.filter(({ campaignId }) => campaignId !== null) ?? []
  if (campaigns.length === 0) return null
  return (
    <Group gap={8}>
      <Text size="sm" c="dimmed">
        {t('uses.title')}
      </Text>
      {campaigns.map(({ campaignId, label }) => (
        <TextLink key={campaignId} size="sm" to="/company/campaigns/$id" params={{ id: campaignId ?? '' }}>
          {t('uses.campaign', { name: label })}
        </TextLink>
      ))}
    </Group>
  )
}

const Facts = ({ template }: { template: TemplateDetail }) => {
  const categoryOf = useCategory()
  const languageOf = useLanguageName()
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm">{languageOf(template.language)}</Text>
        <Text size="sm">{categoryOf(template.category)}</Text>
        {template.live ? <QualityBadge quality={template.quality} /> : null}
        <Text size="sm" c="dimmed">
          {template.accountName}
        </Text>
      </Group>
      <Languages template={template} />
      <UsedIn template={template} />
    </Stack>
  )
}

const icons = { edit: IconPencil, analytics: IconChartBar, versions: IconHistory } as const

type Props = {
  id: string
  tab: TemplateTab
  onTab: (tab: TemplateTab) => void
  formatted: Formatted
  emoji: ComponentType<{ onPick: (emoji: string) => void }>
}

/** One template in one language: written, measured, and what it was before. */
export const TemplatePage = ({ id, tab, onTab, formatted, emoji }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const can = useCan()
  const navigate = useNavigate()
  const query = useQuery(templateQuery(id))
  const [dialog, setDialog] = useState<Dialog>(null)
  useInvalidateOn(['template.updated'], [templatesKey])
  const template = query.data
  if (!template || isNotFound(query.error)) return <RecordFallback query={query} tabs />
  const close = () => setDialog(null)
  const open = (next: string) => void navigate({ to: '/integrations/whatsapp/templates/$id', params: { id: next } })
  const write = can('templates.write')
  const contents: Record<TemplateTab, ReactNode> = {
    edit: (
      <EmojiTool value={emoji}>
        <Editor
          key={template.id}
          template={template}
          canWrite={write}
          formatted={formatted}
          onCopy={() => setDialog('copy')}
        />
      </EmojiTool>
    ),
    analytics: <Analytics template={template} />,
    versions: <Versions template={template} />,
  }
  return (
    <>
      <DetailPage<TemplateTab>
        back={
          <TextLink to="/integrations/whatsapp/templates" size="sm">
            {t('title')}
          </TextLink>
        }
        title={template.name}
        status={<StatusBadge status={template.status} />}
        facts={<Facts template={template} />}
        more={<More template={template} onOpen={setDialog} />}
        action={
          write && template.status === 'APPROVED' ? (
            <Button leftSection={<IconSend2 size={17} />} onClick={() => setDialog('test')}>
              {t('test.open')}
            </Button>
          ) : null
        }
        problems={template.archived ? [{ id: 'archived', tone: 'note', title: t('archive.notice') }] : []}
        tab={tab}
        onTab={onTab}
        tabs={(['edit', 'analytics', 'versions'] as const).map((value) => ({
          value,
          label: t(`tab.${value}`),
          icon: icons[value],
          content: contents[value],
        }))}
      />
      {dialog === 'copy' ? <CopyDrawer template={template} onClose={close} onCopied={open} /> : null}
      {dialog === 'test' ? <TestDrawer template={template} onClose={close} /> : null}
      <DeleteDialog
        opened={dialog === 'delete'}
        template={template}
        onClose={close}
        onDeleted={() => void navigate({ to: '/integrations/whatsapp/templates' })}
      />
    </>
  )
}
