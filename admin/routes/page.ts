import {
  type AnyRoute,
  createRoute,
  lazyRouteComponent,
  type ResolveFullPath,
  type ResolveId,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'

export function page<
  Parent extends AnyRoute,
  const Path extends string,
  Name extends string,
  Search extends AnySearch | undefined = undefined,
>(parent: Parent, path: Path, load: () => Promise<Record<Name, FunctionComponent>>, name: Name, readSearch?: Search) {
  return createRoute<
    unknown,
    Parent,
    Path,
    ResolveFullPath<Parent, Path>,
    string,
    ResolveId<Parent, string, Path>,
    Search
  >({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch: readSearch,
  } as never)
}

type AnySearch = (search: Record<string, unknown>) => object
