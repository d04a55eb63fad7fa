import { Menu } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconArchive, IconCopy, IconDownload, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/lib/session/session.ts'
import { metaPages } from '#web/lib/ui/meta-pages.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { exportOne } from './api.ts'
import { downloadTemplates } from './download-templates.ts'

type Props = { template: TemplateDetail; onOpen: (dialog: 'copy' | 'delete') => void; onArchive: () => void }

/** What else can be done with a template, in its menu. */
export const MenuItems = ({ template, onOpen, onArchive }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const write = useCan()('templates.write')
  return (
    <>
      {write ? (
        <Menu.Item leftSection={<IconCopy size={17} />} onClick={() => onOpen('copy')}>
          {t('copy.open')}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<IconDownload size={17} />}
        onClick={() =>
          exportOne(template.id)
            .then(downloadTemplates)
            .catch((error: unknown) => toastError(i18n, error))
        }
      >
        {t('transfer.export')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconExternalLink size={17} />}
        component="a"
        href={metaPages.templates(template.wabaId)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('openAtMeta')}
      </Menu.Item>
      {write ? (
        <>
          <Menu.Item leftSection={<IconArchive size={17} />} onClick={onArchive}>
            {t(template.archived ? 'archive.restore' : 'archive.archive')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={17} />} onClick={() => onOpen('delete')}>
            {t('common:delete')}
          </Menu.Item>
        </>
      ) : null}
    </>
  )
}
