import type { Locale } from '@recado/contracts'
import type { ImportProblem } from '@recado/contracts/contacts/imports'

/** What stands beside rows in the files that people download. The pages have the same in their locales. */
export const problemTexts: Record<ImportProblem, Record<Locale, string>> = {
  phone_invalid: { en: 'Not a phone number', pt: 'Não é um telefone' },
  phone_scientific: {
    en: 'The spreadsheet cut digits off this phone; format the column as text and export again',
    pt: 'A planilha cortou dígitos deste telefone; formate a coluna como texto e exporte novamente',
  },
  email_invalid: { en: 'Not an email address', pt: 'Não é um e-mail' },
  document_invalid: { en: 'Not a valid CPF or CNPJ', pt: 'Não é um CPF ou CNPJ válido' },
  date_invalid: { en: 'Not a date', pt: 'Não é uma data' },
  date_future: { en: 'A date in the future', pt: 'Uma data no futuro' },
  number_invalid: { en: 'Not a number', pt: 'Não é um número' },
  boolean_invalid: { en: 'Not a yes or no value', pt: 'Não é sim nem não' },
  option_unknown: { en: 'Not one of the options of this field', pt: 'Não é uma das opções deste campo' },
  value_invalid: { en: 'Invalid value for this field', pt: 'Valor inválido para este campo' },
  value_required: { en: 'This field is required', pt: 'Este campo é obrigatório' },
  text_too_long: { en: 'Too long', pt: 'Longo demais' },
  owner_unknown: { en: 'No member has this email', pt: 'Nenhum membro tem este e-mail' },
  tags_over_limit: { en: 'More than 50 tags', pt: 'Mais de 50 tags' },
  language_unknown: { en: 'Unknown language', pt: 'Idioma desconhecido' },
  country_unknown: { en: 'Unknown country', pt: 'País desconhecido' },
  no_key: { en: 'No phone, email, ID or document', pt: 'Sem telefone, e-mail, ID ou documento' },
  key_taken: { en: 'Another contact has this phone', pt: 'Outro contato tem este telefone' },
  duplicate_in_file: { en: 'Another row is the same person', pt: 'Outra linha é da mesma pessoa' },
  already_there: { en: 'Already in contacts', pt: 'Já está nos contatos' },
  suppressed: { en: 'On the suppression list', pt: 'Está na lista de supressão' },
  blocked: { en: 'This contact is blocked', pt: 'Este contato está bloqueado' },
  list_gone: { en: 'The list was deleted during the import', pt: 'A lista foi excluída durante a importação' },
  stopped: { en: 'The import stopped before this row', pt: 'A importação parou antes desta linha' },
  canceled: { en: 'Canceled before this row', pt: 'Cancelada antes desta linha' },
  changed_since: { en: 'Changed since the import', pt: 'Alterado depois da importação' },
  in_use: { en: 'Has conversations or notes', pt: 'Tem conversas ou anotações' },
}

export const actionTexts = {
  created: { en: 'created', pt: 'criado' },
  updated: { en: 'updated', pt: 'atualizado' },
  unchanged: { en: 'unchanged', pt: 'sem mudança' },
  skipped: { en: 'skipped', pt: 'ignorado' },
  failed: { en: 'error', pt: 'erro' },
} as const
