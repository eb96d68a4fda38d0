import { html, type Html } from '../../platform/common/html';
import { recordFields, type RecordField } from '../../dataset/record-fields';
import { RECORD_SCHEMA_VERSION, STABILITIES } from '../../dataset/record-schema';
import { RECORD_NODE_2, RECORD_SCHEMA_VERSION_2 } from '../../dataset/record-schema-2';
import { renderPage } from './layout';
import type { Site } from './site';
import { facts } from './elements';

const JSON_SCHEMA = '/api/dataset/schema.json';

export const schemaPage = (site: Site): string => {
  const fields = recordFields();
  return renderPage({
    title: 'Dataset schema',
    path: '/dataset/schema',
    section: '/data',
    json: JSON_SCHEMA,
    site,
    body: html`<h1>The evaluation record</h1>
      <p class="lede">
        One prediction of a binary market with its input, its outcome and its proof. Version ${RECORD_SCHEMA_VERSION};
        this page is written from the
        <a href="${JSON_SCHEMA}">JSON Schema</a> that records are checked against. No other field is allowed at any
        level.
      </p>
      <p>
        Records: <a href="/api/dataset/records.jsonl">JSON Lines</a>, <a href="/api/dataset/records.csv">CSV</a>,
        <a href="/api/dataset/records.parquet">Parquet</a>, with a
        <a href="/api/dataset/manifest.json">manifest (JSON)</a> (Croissant).
      </p>
      <h2 id="stability">How far a field may be relied on</h2>
      ${facts(Object.entries(STABILITIES))}
      ${fields.filter(({ segments }) => segments.length === 1).map((field) => section(field, fields))} ${second()}`,
  });
};

const second = (): Html => {
  const known = new Map(recordFields().map((field) => [field.path, field.description]));
  const added = recordFields(RECORD_NODE_2).filter(({ path, description: text }) => known.get(path) !== text);
  return html`<section>
    <h2 id="v2">Version ${RECORD_SCHEMA_VERSION_2}: a row for every model</h2>
    <p>
      The same record for every model that answered and every arm, served beside ${RECORD_SCHEMA_VERSION}, which stays
      as it is:
      <a href="/api/dataset/0.2.0/schema.json">JSON Schema</a>,
      <a href="/api/dataset/0.2.0/records.jsonl">JSON Lines</a>, <a href="/api/dataset/0.2.0/records.csv">CSV</a>,
      <a href="/api/dataset/0.2.0/records.parquet">Parquet</a>. Markets of one event that ask for a number or one of
      several categories together have a row of their own for each answer about all of them:
      <a href="/api/dataset/0.2.0/groups.schema.json">JSON Schema</a>,
      <a href="/api/dataset/0.2.0/groups.jsonl">JSON Lines</a>, <a href="/api/dataset/0.2.0/groups.csv">CSV</a>,
      <a href="/api/dataset/0.2.0/groups.parquet">Parquet</a>. New or different are:
    </p>
    ${added.map(
      (field) =>
        html`<h3 id="v2.${field.path}">${field.path}</h3>
          ${description(field)}`,
    )}
  </section>`;
};

const section = (field: RecordField, all: readonly RecordField[]): Html =>
  html`<section>
    <h2 id="${field.path}">${field.path}</h2>
    ${description(field)}
    ${all
      .filter(({ path }) => path.startsWith(`${field.path}.`))
      .map(
        (member) =>
          html`<h3 id="${member.path}">${member.path}</h3>
            ${description(member)}`,
      )}
  </section>`;

const description = ({ description: text, type, rules, stability }: RecordField): Html =>
  html`${text !== '' && html`<p>${text}</p>`}
    <p><small>${type}${rules.map((rule) => html`; ${rule}`)} · ${stability}</small></p>`;
