/** Validation and response formats of the three providers, from their SDKs (`seed/upstreams/`). Pure. */
import { fieldsIn, fieldsOf, textOf, type Fields } from '../platform/common/foreign-json';
import { knownModel } from '../platform/models/known-models.provider';

export type Wire = 'anthropic' | 'openai' | 'google';

const PROVIDER_OF: Readonly<Record<Wire, string>> = { anthropic: 'claude', openai: 'gpt', google: 'gemini' };

export const wireOf = (path: string): Wire =>
  path.includes(':generateContent') ? 'google' : path.endsWith('chat/completions') ? 'openai' : 'anthropic';

export interface Refusal {
  readonly status: number;
  readonly body: Fields;
}

/** Reasoning tokens per answer. */
const THOUGHT_TOKENS = 40;

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const MESSAGE_FIELDS = words(
  'max_tokens messages model cache_control container diagnostics inference_geo metadata output_config service_tier speed stop_sequences stream system thinking tool_choice tools user_profile_id workspace_id',
);
const COMPLETION_FIELDS = words(
  'messages model audio frequency_penalty logit_bias logprobs max_completion_tokens metadata modalities n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options tool_choice tools top_logprobs user verbosity',
);
const CONTENT_FIELDS = words(
  'contents systemInstruction generationConfig safetySettings tools toolConfig cachedContent',
);
const GENERATION_FIELDS = words(
  'candidateCount frequencyPenalty logprobs maxOutputTokens mediaResolution presencePenalty responseJsonSchema responseLogprobs responseMimeType responseModalities responseSchema seed speechConfig stopSequences temperature thinkingConfig topK topP',
);
/** Keywords unsupported in structured output. */
const SCHEMA_REFUSED = words('minimum maximum minLength maxLength minItems maxItems pattern multipleOf');

/**
 * The provider's rejection of a request, or null if valid.
 *
 * @param path of the request
 * @param invented accepted names of invented models
 */
export const refusalOf = (path: string, text: string, invented: ReadonlySet<string> = new Set()): Refusal | null => {
  const body = fieldsOf(JSON.parse(text));
  const wire = wireOf(path);
  const wrong = wire === 'anthropic' ? ofMessages(body) : wire === 'openai' ? ofCompletions(body) : ofContents(body);
  if (wrong !== null) return refused(wire, 400, wrong);
  const asked = modelAsked(path, body);
  const known = invented.has(asked) || knownModel(PROVIDER_OF[wire], asked) !== null;
  return known ? null : refused(wire, 404, `model: ${asked}`);
};

/** An error in the provider's format. */
export const refused = (wire: Wire, status: number, message: string): Refusal => {
  const kind = status === 404 ? 'not_found_error' : status === 401 ? 'authentication_error' : 'invalid_request_error';
  const type = status >= 500 ? 'api_error' : status === 429 ? 'rate_limit_error' : kind;
  const google = { code: status, message, status: status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' };
  const body =
    wire === 'anthropic'
      ? { type: 'error', error: { type, message }, request_id: 'req_sample' }
      : { error: wire === 'google' ? google : { message, type, param: null, code: null } };
  return { status, body };
};

const modelAsked = (path: string, body: Fields): string =>
  textOf(body['model']) ?? /models\/([^:/]+):/.exec(decodeURIComponent(path))?.[1] ?? '';

const unknownField = (body: Fields, known: ReadonlySet<string>): string | undefined =>
  Object.keys(body).find((name) => !known.has(name));

const ofMessages = (body: Fields): string | null => {
  const unknown = unknownField(body, MESSAGE_FIELDS);
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  const known = knownModel('claude', textOf(body['model']) ?? '');
  const most = body['max_tokens'];
  if (typeof most !== 'number') return 'max_tokens: Field required';
  if (most > (known?.max_output_tokens ?? most)) return `max_tokens: ${most} > ${known?.max_output_tokens ?? 0}`;
  const { type: thinking } = fieldsOf(body['thinking']);
  const { type: choice } = fieldsOf(body['tool_choice']);
  const output = fieldsOf(body['output_config']);
  if (known?.thinks === true) {
    if (choice === 'tool' || choice === 'any') return 'tool_choice: forced tool use is not supported by this model';
    if (thinking === 'disabled' || thinking === 'enabled') return `thinking.type: ${thinking} is not supported`;
  } else if (thinking === 'adaptive' || output['effort'] !== undefined)
    return 'adaptive thinking and effort are not supported by this model';
  if (fieldsIn(body['messages']).at(-1)?.['role'] !== 'user') return 'messages: the last message must be from the user';
  const odd = unknownField(output, words('effort format'));
  if (odd !== undefined) return `output_config.${odd}: Extra inputs are not permitted`;
  return output['format'] === undefined ? null : schemaFault(fieldsOf(output['format'])['schema']);
};

const ofCompletions = (body: Fields): string | null => {
  const unknown = unknownField(body, COMPLETION_FIELDS);
  if (unknown !== undefined) return `Unsupported parameter: '${unknown}' is not supported with this model.`;
  const format = fieldsOf(body['response_format']);
  if (format['type'] !== 'json_schema') return null;
  const schema = fieldsOf(format['json_schema']);
  if (!/^[\w-]{1,64}$/.test(textOf(schema['name']) ?? '')) return "Missing required parameter: 'json_schema.name'.";
  return schemaFault(schema['schema']);
};

const ofContents = (body: Fields): string | null => {
  const unknown = unknownField(body, CONTENT_FIELDS);
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}"`;
  const settings = fieldsOf(body['generationConfig']);
  const odd = unknownField(settings, GENERATION_FIELDS);
  if (odd !== undefined) return `Invalid JSON payload received. Unknown name "${odd}" at 'generation_config'`;
  const most = settings['maxOutputTokens'];
  return typeof most === 'number' && most > 65_536 ? `max_output_tokens must be at most 65536, was ${most}` : null;
};

/** Structured output requires closed objects with all members required. */
const schemaFault = (schema: unknown, at = 'schema'): string | null => {
  const fields = fieldsOf(schema);
  const refusedWord = Object.keys(fields).find((name) => SCHEMA_REFUSED.has(name));
  if (refusedWord !== undefined) return `${at}: the keyword '${refusedWord}' is not supported`;
  if (fields['type'] === 'array') return schemaFault(fields['items'], `${at}.items`);
  if (fields['type'] !== 'object') return null;
  if (fields['additionalProperties'] !== false) return `${at}: 'additionalProperties' must be false`;
  const members = fieldsOf(fields['properties']);
  const required: unknown[] = Array.isArray(fields['required']) ? fields['required'] : [];
  for (const [name, member] of Object.entries(members)) {
    if (!required.includes(name)) return `${at}: 'required' must name ${name}`;
    const fault = schemaFault(member, `${at}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
};

/** A response in the provider's format. @param said the model's text, or null */
export const answered = (path: string, text: string, said: string | null, id: string, atMs: number): Fields => {
  const body = fieldsOf(JSON.parse(text));
  const asked = modelAsked(path, body);
  const wire = wireOf(path);
  const tokensIn = Math.ceil(text.length / 4);
  const tokensOut = Math.ceil((said ?? '').length / 4) + THOUGHT_TOKENS;
  if (wire === 'openai')
    return {
      id,
      object: 'chat.completion',
      created: Math.floor(atMs / 1000),
      model: asked,
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          logprobs: null,
          message: { role: 'assistant', content: said, refusal: null },
        },
      ],
      usage: {
        prompt_tokens: tokensIn,
        completion_tokens: tokensOut,
        total_tokens: tokensIn + tokensOut,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: THOUGHT_TOKENS },
      },
    };
  if (wire === 'google')
    return {
      candidates: [
        { content: { role: 'model', parts: said === null ? [] : [{ text: said }] }, finishReason: 'STOP', index: 0 },
      ],
      modelVersion: asked,
      responseId: id,
      usageMetadata: {
        promptTokenCount: tokensIn,
        candidatesTokenCount: tokensOut - THOUGHT_TOKENS,
        thoughtsTokenCount: THOUGHT_TOKENS,
        totalTokenCount: tokensIn + tokensOut,
      },
    };
  const thinking = { type: 'thinking', thinking: '', signature: 'sample' };
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: asked,
    content: said === null ? [thinking] : [thinking, { type: 'text', text: said, citations: null }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: tokensIn,
      output_tokens: tokensOut,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      output_tokens_details: { thinking_tokens: THOUGHT_TOKENS },
    },
  };
};
