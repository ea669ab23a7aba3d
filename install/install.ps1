# Puts Margay in place for the person who runs it, on Windows.
#
#   .\install.ps1                              the program beside this script, or the one that make build made
#   .\install.ps1 PATH                         that program, or an archive (.zip) that holds it
#   .\install.ps1 URL [-Sha256 HEX]            an archive or program from there, checked against HEX or URL.sha256
#
# What follows goes to "margay install" as it is: --browser NAME, --user-data-dir DIR, --force, --at-login, --data DIR.
# Run it again at any time. "margay uninstall" takes all of it back.

param(
    [Parameter(Position = 0)] [string] $Source = '',
    [string] $Sha256 = '',
    [Parameter(ValueFromRemainingArguments = $true)] [string[]] $Rest = @()
)

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
# Windows PowerShell 5.1 does not offer it by itself.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

function Get-FromNetwork([string] $Url, [string] $File) {
    if ($Url -notmatch '^https://' -and $Url -notmatch '^http://(127\.0\.0\.1|localhost|\[::1\])[:/]') {
        throw "$Url is no https address: what comes over the network in the clear may be changed on its way"
    }
    Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $File
}

# Nothing that was loaded is run before its sum was compared.
function Confirm-Sum([string] $File, [string] $Wanted) {
    if ($Wanted -notmatch '^[0-9A-Fa-f]{64}$') { throw """$Wanted"" is no SHA-256 sum" }
    $is = (Get-FileHash -Algorithm SHA256 -LiteralPath $File).Hash
    if ($is -ne $Wanted) { throw "the sum of what was loaded is $is, and not ${Wanted}: nothing was installed" }
}

function Find-Beside {
    foreach ($candidate in @((Join-Path $PSScriptRoot 'margay.exe'), (Join-Path $PSScriptRoot '..\.build\margay.exe'))) {
        if (Test-Path -LiteralPath $candidate -PathType Leaf) { return (Resolve-Path -LiteralPath $candidate).ProviderPath }
    }
    throw 'there is no program beside this script: build it, or name one: install.ps1 PATH'
}

# A first argument that is an option of margay install names no program.
if ($Source.StartsWith('-')) {
    $Rest = @($Source) + $Rest
    $Source = ''
}
$work = Join-Path ([IO.Path]::GetTempPath()) ('margay-install-' + [Guid]::NewGuid().ToString('N'))
New-Item -ItemType Directory -Path $work | Out-Null
try {
    if ($Source -eq '') {
        $program = Find-Beside
    } elseif ($Source -match '://') {
        $name = [IO.Path]::GetFileName(([Uri] $Source).AbsolutePath)
        $program = Join-Path $work $name
        Get-FromNetwork $Source $program
        if ($Sha256 -eq '') {
            $sumFile = Join-Path $work 'sum'
            Get-FromNetwork "$Source.sha256" $sumFile
            $Sha256 = ((Get-Content -LiteralPath $sumFile -TotalCount 1) -split '\s+')[0]
        }
        Confirm-Sum $program $Sha256
    } else {
        $program = (Resolve-Path -LiteralPath $Source).ProviderPath
        if ($Sha256 -ne '') { Confirm-Sum $program $Sha256 }
    }
    if ($program -match '\.zip$') {
        $archive = Join-Path $work 'archive'
        Expand-Archive -LiteralPath $program -DestinationPath $archive
        $found = Get-ChildItem -LiteralPath $archive -Recurse -File -Filter 'margay.exe' | Select-Object -First 1
        if ($null -eq $found) { throw "$program holds no program named margay.exe" }
        $program = $found.FullName
    }
    & $program install @Rest
    $code = $LASTEXITCODE
} finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
}
exit $code
