export { type Catalogue, hiddenFields, loadCatalogue, namesHidden, problemsOf, wholeValues } from './catalogue.ts'
export { namedIn, replacedIn } from './names.ts'
export { compileFilter } from './queries/compile.ts'
export { taskTimeout, withinTime } from './queries/within-time.ts'
