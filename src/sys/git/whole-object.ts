import { isBatonError } from '../../base/error.ts';
import { gitObject, type ObjectType } from './object-file.ts';
import type { GitReader, ReadObject } from './reader.ts';
import type { Repository } from './repository.ts';

/** An object as far as it can be read, and what is wrong with it. */
export interface WholeObject {
  readonly object?: ReadObject;
  /** The beginning of a sentence; nothing if the object is as it was written. */
  readonly damage?: string;
}

/** Where objects are read from. */
export interface ObjectPlace {
  readonly repository: Repository;
  readonly reader: GitReader;
}

/** Reads an object and hashes it again. A damaged one may make git give up: that is an answer too. */
export async function readWhole({ repository, reader }: ObjectPlace, name: string): Promise<WholeObject> {
  let object: ReadObject | undefined;
  try {
    object = await reader.read(name);
  } catch (error) {
    if (!isBatonError(error)) throw error;
  }
  if (object === undefined) return { damage: `object ${name} is missing or damaged beyond reading` };
  const actual = gitObject(repository, object.type as ObjectType, object.content).id;
  if (actual === object.id) return { object };
  return {
    object,
    damage: `object ${object.id} was changed after it was written: its content now hashes to ${actual}`,
  };
}
