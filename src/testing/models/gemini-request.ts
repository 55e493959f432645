/** What a scripted model reads of a request to the Gemini API. */
export interface GeminiRequest {
  readonly contents: readonly Content[];
  readonly systemInstruction?: Content | undefined;
  readonly tools?: readonly unknown[] | undefined;
}

interface Content {
  readonly role?: string | undefined;
  readonly parts?: readonly Part[] | undefined;
}

interface Part {
  readonly text?: string | undefined;
  readonly functionResponse?: { readonly response?: { readonly output?: unknown; readonly error?: unknown } };
}

/** What the user says before the model says anything. Gemini CLI puts what it knows of the project before the prompt. */
export function openingText({ contents }: GeminiRequest): string {
  const answered = contents.findIndex(isAnswer);
  const opening = answered === -1 ? contents : contents.slice(0, answered);
  return opening.map(textOf).join('\n');
}

export function systemText({ systemInstruction = {} }: GeminiRequest): string {
  return textOf(systemInstruction);
}

/** How often the model has answered in the conversation a request goes on with. */
export function answersIn({ contents }: GeminiRequest): number {
  return contents.filter(isAnswer).length;
}

/** What the tools gave that the model called last. */
export function toolResultTexts({ contents }: GeminiRequest): readonly string[] {
  const since = contents.slice(contents.findLastIndex(isAnswer) + 1);
  const given = since.flatMap(({ parts = [] }) => parts.flatMap(({ functionResponse }) => functionResponse ?? []));
  return given.map(({ response = {} }) => {
    const value = response.output ?? response.error ?? '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function isAnswer({ role }: Content): boolean {
  return role === 'model';
}

function textOf({ parts = [] }: Content): string {
  return parts.flatMap(({ text }) => text ?? []).join('\n');
}
