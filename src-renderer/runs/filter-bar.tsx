// Search and filters above the run table. The address is the state; the search waits for a pause and for the end of a composition.
import { memo, useEffect, useRef, useState, type RefObject } from "react";
import { useCall } from "../data/hooks.ts";
import { setParams } from "../data/location.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { m } from "../ui/messages/messages.ts";
import { Select } from "../ui/select.tsx";
import { Ending } from "../../src-shared/trace/vocabulary.ts";
import { isFiltered, NO_FILTER, SAMPLE_CHOICES, type TableQuery } from "./run-query.ts";

/** A pause in typing after which the search is asked, in milliseconds. */
const TYPING_PAUSE_MS = 150;

function endingLabel(value: string): string {
  const ending = Ending.safeParse(value);
  return ending.success ? m.vocabulary.endings[ending.data] : value;
}

export const FilterBar = memo(function FilterBar({
  query,
  searchField,
}: {
  query: TableQuery;
  searchField: RefObject<HTMLInputElement | null>;
}) {
  const facets = useCall("runs.facets", {});
  const selects = [
    {
      name: "ending",
      label: m.runs.filterEnding,
      any: m.runs.anyEnding,
      value: query.ending,
      values: facets.data?.endings ?? [],
      text: endingLabel,
    },
    {
      name: "task",
      label: m.runs.filterTask,
      any: m.runs.anyTask,
      value: query.task,
      values: facets.data?.tasks ?? [],
      text: String,
    },
    {
      name: "variant",
      label: m.runs.filterVariant,
      any: m.runs.anyVariant,
      value: query.variant,
      values: facets.data?.variants ?? [],
      text: String,
    },
    {
      name: "model",
      label: m.runs.filterModel,
      any: m.runs.anyModel,
      value: query.model,
      values: facets.data?.models ?? [],
      text: String,
    },
    {
      name: "source",
      label: m.runs.filterSource,
      any: m.runs.anySource,
      value: query.source,
      values: facets.data?.sources ?? [],
      text: m.runs.sourceNames,
    },
  ];
  return (
    <div className="runs__filters" role="search">
      <SearchField value={query.search} field={searchField} />
      {selects.map((select) => {
        const values =
          select.value !== null && !select.values.includes(select.value)
            ? [select.value, ...select.values]
            : select.values;
        return (
          <Select
            key={select.name}
            compact
            label={select.label}
            className={classNames("runs__filter", select.value !== null && "runs__filter--on")}
            value={select.value ?? ""}
            placeholder={select.label}
            options={[
              { value: "", label: select.any },
              ...values.map((value) => ({ value, label: select.text(value) })),
            ]}
            onChange={(value) => setParams({ [select.name]: value === "" ? null : value }, { replace: false })}
          />
        );
      })}
      <button
        type="button"
        className={classNames("runs__chip", query.early === true && "runs__chip--on")}
        aria-pressed={query.early === true}
        onClick={() => setParams({ early: query.early === true ? null : true }, { replace: false })}
      >
        <Icon name="half" size={14} />
        {m.runs.earlyOnly}
      </button>
      <Select
        compact
        label={m.runs.filterSamples}
        className={classNames("runs__filter", query.samples !== "hidden" && "runs__filter--on")}
        value={query.samples}
        placeholder={m.runs.filterSamples}
        options={SAMPLE_CHOICES.map((choice) => ({ value: choice, label: m.runs.samples[choice] }))}
        onChange={(value) => setParams({ samples: value === "hidden" ? null : value }, { replace: false })}
      />
      {query.experiment === null ? null : (
        <span className="runs__chip runs__chip--on">
          {m.runs.samplesOf(query.experiment)}
          <IconButton
            icon="close"
            label={m.common.clear}
            onClick={() => setParams({ experiment: null }, { replace: false })}
          />
        </span>
      )}
      {query.parent === null ? null : (
        <span className="runs__chip runs__chip--on">
          {m.runs.forksOf(query.parent)}
          <IconButton
            icon="close"
            label={m.common.clear}
            onClick={() => setParams({ parent: null }, { replace: false })}
          />
        </span>
      )}
      {isFiltered(query) ? (
        <Button small kind="quiet" onClick={() => setParams(NO_FILTER, { replace: false })}>
          {m.runs.clearFilters}
        </Button>
      ) : null}
    </div>
  );
});

function SearchField({ value, field }: { value: string; field: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  if (value !== asked) {
    setAsked(value);
    setText(value);
  }
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  const ask = (next: string, pause: number) => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAsked(next);
      setParams({ search: next });
    }, pause);
  };
  return (
    <label className="runs__search">
      <Icon name="search" />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={m.runs.search}
        placeholder={m.runs.searchHint}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (!composing.current) ask(event.target.value, TYPING_PAUSE_MS);
        }}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          ask(event.currentTarget.value, 0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape" && text !== "") {
            setText("");
            ask("", 0);
          } else event.currentTarget.blur();
        }}
      />
    </label>
  );
}
