import { saveFile } from '#web/components/chart/save-file.ts'

const samples = {
  en: [
    ['Name', 'Phone', 'Email', 'Company', 'City', 'Tags', 'Birthday'],
    [
      'Ana Souza',
      '+55 11 98888-7777',
      'ana@example.com',
      'Bakery Central',
      'São Paulo',
      'vip;newsletter',
      '1990-05-21',
    ],
    ['Bruno Lima', '+55 21 97777-6666', 'bruno@example.com', '', 'Rio de Janeiro', 'lead', ''],
  ],
  pt: [
    ['Nome', 'Telefone', 'E-mail', 'Empresa', 'Cidade', 'Tags', 'Aniversário'],
    [
      'Ana Souza',
      '+55 11 98888-7777',
      'ana@example.com',
      'Padaria Central',
      'São Paulo',
      'vip;newsletter',
      '21/05/1990',
    ],
    ['Bruno Lima', '+55 21 97777-6666', 'bruno@example.com', '', 'Rio de Janeiro', 'lead', ''],
  ],
} as const

const quoted = (cell: string): string => `"${cell}"`

/** Saves a file with the usual columns and two rows, as spreadsheets of the language open it. */
export const saveSample = (name: string, language: string): void => {
  const [rows, delimiter] = language === 'pt' ? [samples.pt, ';'] : [samples.en, ',']
  const text = rows.map((row) => row.map(quoted).join(delimiter)).join('\r\n')
  saveFile(name, new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }))
}
