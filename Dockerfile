# The service with its vectors built in, so that a container answers at once and needs no network.
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends build-essential make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /cluebot
COPY requirements requirements
COPY pyproject.toml Makefile README.md LICENSE ./
COPY api api
COPY cluebot cluebot
COPY embeddings embeddings
COPY eval eval
COPY wordlists wordlists
RUN make .venv/default \
    && .venv/bin/python -m pip install --no-cache-dir "psycopg[binary]>=3.2"
ENV CLUEBOT_CACHE_DIR=/cluebot/cache
RUN .venv/bin/python -c 'from api.resources import warm_up; warm_up("en"); warm_up("zh")'

FROM python:3.11-slim
RUN useradd --create-home --uid 10001 cluebot && mkdir /data && chown cluebot /data
COPY --from=build /cluebot /cluebot
USER cluebot
WORKDIR /cluebot
ENV PATH=/cluebot/.venv/bin:$PATH \
    CLUEBOT_CACHE_DIR=/cluebot/cache \
    CLUEBOT_DATABASE=sqlite:////data/games.sqlite3 \
    CLUEBOT_HOST=0.0.0.0
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["cluebot"]
CMD ["serve"]
